import { useState } from 'preact/hooks';
import type { CafeView } from '../../../src/cafe/cafe-view';
import type { CreatedDevice, DeviceView } from '../../../src/cafe/devices';
import { Button } from '../../shared/button';
import { useStore } from '../../shared/store';
import { showToast } from '../../shared/toast';
import { pathOf, write } from '../api';
import { useAsyncAction } from '../async-action';
import { ConfirmButton } from '../confirm';
import { Failure } from '../failure';
import { onSubmit } from '../form';
import { Header } from '../header';
import { Loading } from '../loading';
import { useReading } from '../resource';
import { session, useAsDevice } from '../session';
import * as FRAME from '../texts';
import './cafe.css';
import { formatAt } from '../../shared/cafe-time';
import { CafeName } from './cafe-name';
import { cafe } from './current-cafe';
import './devices.css';
import { NoCafe } from './no-cafe';
import * as TEXTS from './texts';

/** The tablets that are logged in at the cafe: how one is added, and how it is revoked. */
export function DevicesPage() {
  const current = useStore(cafe);
  return (
    <>
      <Header title={FRAME.pages.devices}>
        <CafeName />
      </Header>
      <main id="content" class="devices" tabIndex={-1}>
        {!current && <NoCafe />}
        {current && <Devices key={current.id} cafe={current} />}
      </main>
    </>
  );
}

function Devices({ cafe: { id, timeZone } }: { cafe: CafeView }) {
  const path = pathOf('cafes', id, 'devices');
  const list = useReading<{ data: DeviceView[] }>(path);
  const { value, reload } = list;
  return (
    <>
      <NewDevice path={path} reload={reload} />
      <section aria-labelledby="device-list">
        <h2 id="device-list">{TEXTS.devices.list}</h2>
        <Loading of={list} failed={TEXTS.devices.notLoaded} />
        {value?.data.length === 0 && <p class="soft">{TEXTS.devices.none}</p>}
        <ul class="stack">
          {value?.data.map((device) => (
            <Device key={device.id} device={device} timeZone={timeZone} reload={reload} />
          ))}
        </ul>
      </section>
    </>
  );
}

interface AddedDevice {
  name: string;
  token: string;
}

function NewDevice({ path, reload }: { path: string; reload: () => void }) {
  /** Tablet that was just added, whose token is shown once. */
  const [added, setAdded] = useState<AddedDevice>();
  const { isBusy, error, start } = useAsyncAction(async (form: HTMLFormElement, isHere: boolean) => {
    setAdded(undefined);
    try {
      const { value } = await write<CreatedDevice>('POST', path, {
        name: String(new FormData(form).get('name')),
      });
      const token = value.token ?? '';
      if (isHere) return await useAsDevice(token);
      form.reset();
      setAdded({ name: value.name, token });
    } finally {
      // Reloads after a lost response too: a tablet whose token nobody has seen can be revoked.
      reload();
    }
  });
  const submit = onSubmit((_, { currentTarget, submitter }) =>
    start(currentTarget, submitter?.dataset.use === 'here'),
  );
  return (
    <section class="card" aria-labelledby="new-device">
      <h2 id="new-device">{TEXTS.devices.add}</h2>
      <p>{TEXTS.devices.what}</p>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          {TEXTS.devices.name}
          <input name="name" required maxLength={80} autocomplete="off" placeholder={TEXTS.devices.example} />
        </label>
        <div class="row">
          <button type="submit" data-use="here" aria-disabled={isBusy}>
            {TEXTS.devices.useHere}
          </button>
          <button type="submit" class="quiet" aria-disabled={isBusy}>
            {TEXTS.devices.showToken}
          </button>
        </div>
        <Failure what={TEXTS.devices.notAdded} error={error} />
      </form>
      {added && <Token {...added} onDone={() => setAdded(undefined)} />}
    </section>
  );
}

/** Token of a new tablet, which cannot be shown again. */
function Token({ name, token, onDone }: AddedDevice & { onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(token).then(() => setCopied(true));
  return (
    <div class="token stack" role="status">
      <label class="field">
        <span dir="auto">{TEXTS.devices.tokenOf(name)}</span>
        <input ref={select} readOnly value={token} />
      </label>
      <p>{TEXTS.devices.tokenUse}</p>
      <div class="row">
        {/* Only where the page came over HTTPS. */}
        {navigator.clipboard && (
          <Button class="quiet" onClick={() => void copy()}>
            {isCopied ? TEXTS.devices.copied : TEXTS.devices.copy}
          </Button>
        )}
        <Button onClick={onDone}>{TEXTS.devices.done}</Button>
      </div>
    </div>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.select();
  field?.focus();
}

interface DeviceProps {
  device: DeviceView;
  timeZone: string;
  reload: () => void;
}

function Device({ device, timeZone, reload }: DeviceProps) {
  const user = useStore(session)?.user.id;
  const { id, name, createdBy, createdAt, expiresAt } = device;
  const toDay = (iso: string | null) =>
    iso === null ? TEXTS.devices.noDate : formatAt(new Date(iso), timeZone, { dateStyle: 'medium' });
  const { error, start } = useAsyncAction(async () => {
    try {
      await write('DELETE', pathOf('devices', id));
      showToast(TEXTS.devices.revoked(name));
    } finally {
      reload();
    }
  });
  return (
    <li class="card row apart">
      <div>
        <b dir="auto">{name}</b>
        <p class="soft">
          {TEXTS.devices.added(toDay(createdAt), createdBy === user ? TEXTS.devices.you : createdBy)}{' '}
          {TEXTS.devices.until(toDay(expiresAt))}
        </p>
        <Failure what={TEXTS.devices.notRevoked} error={error} />
      </div>
      <ConfirmButton
        label={TEXTS.devices.revoke}
        name={TEXTS.devices.revokeName(name)}
        question={TEXTS.devices.revokeQuestion(name)}
        consequence={TEXTS.devices.revokeConsequence}
        onConfirm={start}
      />
    </li>
  );
}

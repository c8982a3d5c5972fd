/** A worker that tries out what the host has in place of Google's services. */

import { callMain } from '../../../host/bridge';
import { execute, query, transaction } from '../../../host/database/sql';
import {
  CacheService,
  LockService,
  PropertiesService,
  UrlFetchApp,
  Utilities,
} from '../../../host/services/google';
import { countRequest } from '../../../host/services/rate-limit';
import { createServiceTables } from '../../../host/services/service-tables';
import { serveTasks } from '../../../host/workers/tasks';
import { HttpError } from '../../../src/http/http-error';
import { endExecution } from '../../../src/platform/execution';

const cache = CacheService.getScriptCache();
const properties = PropertiesService.getScriptProperties();

const TASKS = {
  createTables() {
    createServiceTables();
    execute('create table if not exists written (what text)');
  },
  putAll: ([values, seconds]: [object, number]) => cache.putAll(values, seconds),
  getAll: (keys: string[]) => cache.getAll(keys),
  removeAll: (keys: string[]) => cache.removeAll(keys),
  setProperties: (values: Record<string, string>) => void properties.setProperties(values),
  getProperties: () => properties.getProperties(),
  deleteProperty: (name: string) => void properties.deleteProperty(name),
  sign: ({ text, key }: { text: string; key: string }) => ({
    sha256: Utilities.base64Encode(
      Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8),
    ),
    hmacSha1: Utilities.base64Encode(
      Utilities.computeHmacSignature(Utilities.MacAlgorithm.HMAC_SHA_1, text, key, Utilities.Charset.UTF_8),
    ),
    day: Utilities.formatDate(
      new Date(0) as unknown as GoogleAppsScript.Base.Date,
      'Europe/Berlin',
      'yyyy-MM-dd HH:mm Z',
    ),
    packed: Utilities.ungzip(Utilities.gzip(Utilities.newBlob(text))).getDataAsString(),
    decoded: Utilities.newBlob(Utilities.base64Decode(Utilities.base64Encode(text))).getDataAsString(),
  }),
  count: (countedBy: string) => {
    try {
      return countRequest({ countedBy } as never);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { headers, retryAfter } = error.details;
      return { status: error.status, retryAfter, ...headers };
    }
  },
  fetch: (urls: string[]) => {
    endExecution();
    return UrlFetchApp.fetchAll(
      urls.map((url) => ({ url, muteHttpExceptions: true, timeoutSeconds: 2 })),
    ).map((response) => [response.getResponseCode(), response.getContentText()]);
  },
  tryLock: (ms: number) => LockService.getUserLock().tryLock(ms),
  release: () => LockService.getUserLock().releaseLock(),
  /** Holds the lease, waits until the test lets it go on, and writes in one of three ways. */
  writeUnderLease(way: 'statement' | 'unit' | 'cache') {
    const lock = LockService.getUserLock();
    if (!lock.tryLock(0)) return 'not mine';
    try {
      callMain('paused', undefined);
      if (way === 'statement') execute(`insert into written values ('statement')`);
      if (way === 'cache') cache.put('written', 'cache', 60);
      if (way === 'unit')
        transaction(() => {
          query('select what from written');
          execute(`insert into written values ('unit')`);
        });
      return 'written';
    } finally {
      lock.releaseLock();
      endExecution();
    }
  },
};

serveTasks(TASKS);

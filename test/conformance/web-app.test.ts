import type { CheckedClaim } from '../../runtime/conformance/case';
import { CLAIMS } from '../../runtime/conformance/cases';
import { createScript, toScriptFiles } from '../../runtime/execution/script';
import { serve } from '../../runtime/test/harness/serve';
import { buildOwnScript } from '../harness/own-script';

test('a script that is deployed as a web app tries on itself what web apps answer', async () => {
  const { files, manifest } = await buildOwnScript(__dirname, 'script.external_request');
  const webapp = { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' };
  const deployed = toScriptFiles({
    'Code.js': files.get('Code.js')?.text ?? '',
    'Web.js': 'function doPost(event) { return script.doPost(event); }',
    'appsscript.json': JSON.stringify({ ...manifest, webapp }),
  });
  const runtime = await serve({ own: createScript('own', () => deployed) });
  try {
    const { returned, error } = await runtime.run(runtime.scripts.own, 'run', ['checkAll', 'web-app']);
    expect(error).toBeUndefined();
    const checked: CheckedClaim[] = JSON.parse((returned?.kind === 'value' && returned.json) || '[]');
    expect(checked.map(({ id, came }) => [id, came])).toEqual(
      CLAIMS.filter(({ id }) => id.startsWith('web-app.')).map(({ id, expected }) => [id, expected]),
    );
  } finally {
    await runtime.close();
  }
});

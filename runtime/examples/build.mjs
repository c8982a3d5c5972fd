import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';

const asScript = { bundle: true, format: 'esm', treeShaking: false, target: 'es2020' };
await build({ entryPoints: ['typescript/code.ts'], outfile: 'sales/Code.js', ...asScript });
copyFileSync('typescript/appsscript.json', 'sales/appsscript.json');

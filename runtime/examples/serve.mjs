import { startProject } from 'local-apps-script';

const project = await startProject({ folder: 'orders', port: Number(process.env.PORT ?? 8080) });
await project.run('setUp');
console.log(`Functions: ${project.functions.join(', ')}`);
console.log(`Web app: ${project.webApp}`);
console.log(`Sheets, mail and executions: ${project.home}`);

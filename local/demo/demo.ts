/** Everything that the demo's script adds to the API's. */
import { seedDemo } from './seed-demo';

global.seedDemo = seedDemo;

/** Everything that the platform may call in the api's script, and nothing else: each name becomes a global. */
import { explain } from './explain';
import { HEALTH } from './health';
import { createApi } from './http/web-app';

const { doGet, doPost } = createApi({
  routes: [HEALTH],
  authenticate: () => undefined,
  limit: () => ({}),
  explain,
});

// The web app
global.doGet = doGet;
global.doPost = doPost;

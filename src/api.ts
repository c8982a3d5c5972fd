/** Everything that the platform may call in the api's script, and nothing else: each name becomes a global. */
import { handleGet, handlePost } from './http/web-app';

global.doGet = handleGet;
global.doPost = handlePost;

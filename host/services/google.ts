/** Stand-ins that the code of src/ finds under the names of Google's services. The build puts them there. */
export { CacheService } from './cache-service';
export { console } from './console';
export { SpreadsheetApp } from './dialogs';
export { LockService } from './lock-service';
export { PropertiesService } from './properties-service';
export { UrlFetchApp } from './url-fetch-app';
export { Utilities } from './utilities';

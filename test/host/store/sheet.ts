/** Stands in for the tables as the sheet's owner sees them. */

import { createTables } from '../../../host/store/migrate';

export { createTables as createTabs };

import { stayInside } from '../stay-inside';
import { startCustomers } from './customers';
import { installFetch } from './fake-fetch';
import { LEAD_ROUTES, startLeads } from './leads';
import { MENU_ROUTES } from './menu';
import { ORDER_ROUTES } from './orders';
import { PEOPLE_ROUTES, TOKEN } from './people';

/** What an earlier visit has left is of a cafe that is gone. */
sessionStorage.clear();
localStorage.removeItem('device');
sessionStorage.setItem('session', TOKEN);
// Nothing is to be kept for a visit without a connection: all of the demo is in this file.
Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');

installFetch({ ...PEOPLE_ROUTES, ...MENU_ROUTES, ...ORDER_ROUTES, ...LEAD_ROUTES });
stayInside();
startCustomers();
startLeads();

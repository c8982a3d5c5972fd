/** The writes that `writeAll` makes: values, which do nothing by themselves. A script contains only the kinds that it names. */

export { removeRows as remove, truncateLog as truncate } from './write/remove-rows';
export { updateRows as update } from './write/update-rows';
export { insertRows as insert } from './write/write-all';

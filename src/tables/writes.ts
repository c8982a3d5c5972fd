/** The writes that `writeAll` makes: values, which do nothing by themselves. A script contains only the kinds that it names. */

export { removeRows as remove } from './write/remove-rows';
export { truncateLog as truncate } from './write/truncate-log';
export { updateRows as update } from './write/update-rows';
export { insertRows as insert } from './write/write-all';

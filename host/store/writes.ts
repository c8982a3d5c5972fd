/** The writes that `writeAll` makes. */

export {
  insertRows as insert,
  removeRows as remove,
  truncateLog as truncate,
  updateRows as update,
} from './write-all';

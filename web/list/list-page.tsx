import type { Search } from '../server';

export function ListPage(_: { search: Search | undefined }) {
  return <p>Cases</p>;
}

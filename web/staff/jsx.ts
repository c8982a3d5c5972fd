/** Names that the build makes of JSX, put into each page that needs them. */
export { Fragment, h } from 'preact';

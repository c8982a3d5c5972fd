import { render } from 'preact';
import { Inspector } from './inspector';
import './style.css';

const root = document.getElementById('app');
if (root) render(<Inspector />, root);

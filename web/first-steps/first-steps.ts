/** The sidebar with the first steps. Texts are set as text; the steps come escaped from the script. */
import type { Taken } from '../../src/platform/first-steps';
import './first-steps.css';

interface Runner {
  withSuccessHandler(handler: (taken: Taken) => void): Runner;
  withFailureHandler(handler: (error: Error) => void): Runner;
  takeFirstStep(name: string | undefined, typed: Record<string, string>): void;
}

const [told, main] = ['[role=status]', 'main'].map((one) => document.querySelector(one)) as [
  HTMLElement,
  HTMLElement,
];

main.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const [button] = form.getElementsByTagName('button');
  if (!button || button.ariaDisabled) return;
  const inputs = [...form.querySelectorAll('input')];
  for (const input of inputs) input.ariaInvalid = null;
  for (const error of form.querySelectorAll('.error')) error.textContent = '';
  button.ariaDisabled = 'true';
  told.textContent = 'Please wait.';
  const fail = (message: string, field?: string) => {
    const input = inputs.find(({ name }) => name === field);
    const error = input?.nextElementSibling ?? form.querySelector('.error');
    button.ariaDisabled = null;
    told.textContent = '';
    if (error) error.textContent = message;
    if (input) input.ariaInvalid = 'true';
    input?.focus();
  };
  const show = (taken: Taken) => {
    if (!taken.ok) return fail(taken.error, taken.field);
    main.innerHTML = taken.html;
    told.textContent = taken.message;
    told.tabIndex = -1;
    told.focus();
  };
  (google.script.run as unknown as Runner)
    .withFailureHandler(({ message }) => fail(message))
    .withSuccessHandler(show)
    .takeFirstStep(form.dataset.step, Object.fromEntries(inputs.map(({ name, value }) => [name, value])));
});

/** The problems of the directory, each with its line of source. */
import { h, copyButton, counted } from './dom.js';
import { excerptOf } from './excerpt.js';

/**
 * Whether an error keeps a definition from being served. A name that is not served is taken for that of an object in the
 * namespace of the server.
 */
export function isRefused({ definitions, problems, server }, kind, name) {
  const object = `${kind} ${server.split('/')[0]}/${name}`;
  return !definitions.some((one) => one.kind === kind && one.name === name)
    && problems.some((one) => one.severity === 'error' && one.object === object);
}

export function problemsOf(overview) {
  const { problems, kept, note } = overview;
  return h(
    'article',
    { class: 'page' },
    h('h2', {}, 'Problems'),
    note ? h('p', { class: 'callout' }, `Still serving the last good version: ${note}`) : null,
    kept.length > 0 ? h('p', { class: 'callout' }, `Still serving the last good version of ${kept.join(', ')}.`) : null,
    problems.length === 0
      ? h('p', { class: 'empty' }, `No problems in ${overview.directory}.${overview.cluster ? '' : ' What you save is checked at once.'}`)
      : h('p', { class: 'hint' }, `${counted(problems.length, 'problem')} in ${overview.directory}; gone from here once they are fixed.`),
    h('ul', { class: 'problems' }, problems.map(problemElement)),
  );
}

function problemElement(problem) {
  const place = `${problem.file}:${problem.line}:${problem.column}`;
  return h(
    'li',
    { class: problem.severity },
    h(
      'div',
      { class: 'facts' },
      h('p', {}, h('strong', {}, problem.severity), problem.file ? [' ', h('code', {}, place)] : null),
      problem.file ? copyButton(place, `Copy the place ${place}`) : null,
    ),
    h('p', { class: 'about' }, [problem.object, problem.field].filter(Boolean).join(' · ')),
    h('p', { class: 'message' }, problem.message),
    problem.excerpt ? h('pre', { tabindex: '0' }, excerptOf(problem)) : null,
    problem.remedy ? h('p', { class: 'remedy' }, h('strong', {}, 'Fix '), problem.remedy) : null,
  );
}

/** The page: connects to the host, then shows the results that the host reports. */
const settings = JSON.parse(document.getElementById('settings').textContent);
const [state, result, form] = ['state', 'result', 'form'].map((id) => document.getElementById(id));
let fillForm = () => {};
let capabilities = {};

const host = connect({
  'ui/notifications/tool-input': ({ arguments: values }) => fillForm(values ?? {}),
  'ui/notifications/tool-result': show,
  'ui/notifications/tool-cancelled': ({ reason }) => say(reason ? `The call was cancelled: ${reason}` : 'The call was cancelled.'),
  'ui/notifications/host-context-changed': applyContext,
});

function say(text, failed = false) {
  state.textContent = text;
  state.className = failed ? 'error' : 'muted';
  state.setAttribute('role', failed ? 'alert' : 'status');
}

function show(answer) {
  result.replaceChildren();
  if (answer.isError) {
    say(textOf(answer) || 'The call failed.', true);
    return;
  }
  const found = rowsOf(answer, settings.isRow);
  if (!found) {
    say(textOf(answer) || 'The result is empty.');
  } else if (found.rows.length === 0) {
    say('No rows.');
  } else {
    say('');
    const chart = settings.kind === 'Chart' ? chartOf(found, settings.title, settings.chart ?? {}) : null;
    if (settings.kind === 'Chart' && !chart) {
      say('No column of the chart has numbers.');
    }
    result.append(...(chart ?? tableOf(found, settings.title)));
  }
}

async function run(values) {
  if (!capabilities.serverTools) {
    say('This client does not let pages call tools.', true);
    return;
  }
  say('Running…');
  try {
    show(await host.request('tools/call', { name: settings.tool, arguments: values }));
  } catch (failure) {
    result.replaceChildren();
    say(failure.message, true);
  }
}

async function start() {
  document.title = settings.title;
  document.getElementById('title').textContent = settings.title;
  if (settings.kind === 'Form') {
    fillForm = buildForm(form, settings.inputSchema, run);
  } else {
    say('Waiting for the result…');
  }
  const answer = await host.request('ui/initialize', {
    appInfo: { name: 'hyperterse-view', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: PROTOCOL,
  });
  capabilities = answer.hostCapabilities ?? {};
  applyContext(answer.hostContext ?? {});
  host.notify('ui/notifications/initialized', {});
  reportSize(host);
}

start().catch((failure) => say(failure.message, true));

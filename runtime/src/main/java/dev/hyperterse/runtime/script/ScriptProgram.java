package dev.hyperterse.runtime.script;

import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import dev.hyperterse.runtime.call.HiddenValues;
import dev.hyperterse.runtime.call.HiddenValues.Named;
import dev.hyperterse.runtime.fetch.Fetches;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import tools.jackson.databind.json.JsonMapper;

/** A script with all that its runs have in common. */
final class ScriptProgram {
    private final ScriptOwner owner;
    private final ScriptShare share;
    private final Source entry;
    private final ScriptGlobals globals;
    private final List<ScriptGlobals.Global> named;
    private final Fetches fetches;
    private final ScriptFiles files;
    private final Sandbox sandbox;
    private final AuthorOutput output;
    private final String environment;

    ScriptProgram(
            DeployedScript deployed,
            ScriptShare share,
            Sandbox sandbox,
            ScriptGlobals globals,
            Fetches fetches,
            ScriptOutput output) {
        var script = deployed.script();
        var texts = new HashMap<String, String>();
        for (ScriptModule module : script.modules()) {
            texts.put(module.file(), module.code());
        }
        this.owner = deployed.owner();
        this.share = share;
        this.entry = Sandbox.module(script.entry().file(), script.entry().code());
        this.globals = globals;
        this.named = ScriptGlobals.namedIn(texts.values());
        this.fetches = fetches;
        this.files = ScriptFiles.of(texts);
        this.sandbox = sandbox;
        this.output =
                new AuthorOutput(deployed.owner(), new AuthorPositions(script), hidden(deployed.environment()), output);
        this.environment = JsonMapper.shared().writeValueAsString(deployed.environment());
    }

    private static HiddenValues hidden(Map<String, String> environment) {
        return new HiddenValues(environment.entrySet().stream()
                .flatMap(variable -> written("env." + variable.getKey(), variable.getValue()))
                .toList());
    }

    /** As it is, and as scripts write it into JSON and URLs. */
    private static Stream<Named> written(String name, String value) {
        var json = JsonMapper.shared().writeValueAsString(value);
        var url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        return Stream.of(value, json.substring(1, json.length() - 1), url, url.replace("+", "%20"))
                .map(text -> new Named(name, text));
    }

    ScriptOwner owner() {
        return owner;
    }

    ScriptShare share() {
        return share;
    }

    String environment() {
        return environment;
    }

    Fetches fetches() {
        return fetches;
    }

    ScriptGlobals globals() {
        return globals;
    }

    AuthorOutput output() {
        return output;
    }

    Context open() {
        return sandbox.open(files);
    }

    /** What the host calls of a run: begin, and settle what it asked for. Nothing of the author's has run after it. */
    Value prepare(Context context, ProxyExecutable host) {
        var control = context.eval(globals.prelude()).execute(host);
        named.forEach(global -> control.invokeMember("offer", global.name(), global.part()));
        return control;
    }

    /** The function that the author exports; runs what stands beside it. */
    Value function(Context context) {
        return context.eval(entry).getMember("default");
    }
}

package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.resolve.ServerInputs;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** For each grant of the API a server that grants it in {@code shop}, and tools in {@code shop} and {@code team} that use it. */
public enum GrantSample {
    ATTACHMENTS(
            "HyperterseServer attachments.namespaces",
            "{attachments: {namespaces: GRANT}, adapters: [DEMO]}",
            "STATEMENT",
            GrantSample::serves),
    ENVIRONMENT(
            "HyperterseServer env[].namespaces",
            "{ATTACHED, adapters: [DEMO], env: [{name: A, value: a, namespaces: GRANT}]}",
            "statement: {adapter: demo, text: {inline: \"SELECT {{ env.A }} AS a\"}}",
            GrantSample::serves),
    ADAPTERS(
            "HyperterseServer adapters[].namespaces",
            "{ATTACHED, adapters: [{name: demo, namespaces: GRANT, engine: Sqlite, url: \":memory:\"}]}",
            "STATEMENT",
            GrantSample::serves),
    PLUGINS(
            "HyperterseServer auth.plugins[].namespaces",
            "{ATTACHED, adapters: [DEMO], auth: {mode: Required, required: [sso], resource: \"https://a.example.com/mcp\","
                    + " plugins: [{name: sso, namespaces: GRANT, jwt: {issuer: \"https://b.example.com\"}}]}}",
            "auth: {plugin: sso}, STATEMENT",
            GrantSample::serves),
    SCRIPTS(
            "HyperterseServer scripts.namespaces",
            "{ATTACHED, scripts: {namespaces: GRANT}}",
            "SCRIPT",
            GrantSample::serves),
    FETCH(
            "HyperterseServer scripts.fetch[].namespaces",
            "{ATTACHED, scripts: {namespaces: {from: All}, fetch: [{url: \"https://a.example.com/\", namespaces: GRANT}]}}",
            "SCRIPT",
            (compiled, namespace) -> leaf(compiled, namespace)
                    .flatMap(Leaf::asked)
                    .filter(it -> it instanceof Action.RunScript script
                            && !script.fetch().isEmpty())
                    .isPresent()),
    CALLS(
            "Tool callableFrom",
            "{ATTACHED, adapters: [DEMO]}",
            "callableFrom: GRANT, STATEMENT",
            (compiled, namespace) -> leaf(compiled, "shop")
                    .filter(it -> it instanceof ToolLeaf tool && tool.isCallableFrom(namespace))
                    .isPresent());

    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {namespace: shop, name: shop}
            spec: %s
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {namespace: shop, name: own}
            spec: {serverRefs: [{namespace: shop, name: shop}], %s}
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {namespace: team, name: foreign}
            spec: {serverRefs: [{namespace: shop, name: shop}], %s}
            """;

    private final String path;
    private final String server;
    private final String tool;
    private final BiPredicate<CompiledServer, String> granted;

    GrantSample(String path, String server, String tool, BiPredicate<CompiledServer, String> granted) {
        this.path = path;
        this.server = server;
        this.tool = tool;
        this.granted = granted;
    }

    /** The kind and the field of the grant. */
    public String path() {
        return path;
    }

    /** The server and its two tools. */
    public Manifests granting(String grant) {
        return Manifests.read(text().replace("GRANT", grant));
    }

    /** The same without a word about the grant. */
    Manifests silent() {
        return Manifests.read(text().replaceAll("(namespaces|callableFrom): GRANT,? ?", ""));
    }

    private String text() {
        return MANIFESTS
                .formatted(server, tool, tool)
                .replace("DEMO", "{name: demo, namespaces: {from: All}, engine: Sqlite, url: \":memory:\"}")
                .replace("ATTACHED", "attachments: {namespaces: {from: All}}")
                .replace("STATEMENT", "statement: {adapter: demo, text: {inline: SELECT 1 AS one}}")
                .replace("SCRIPT", "script: {source: {inline: \"export default () => 1\"}}");
    }

    /** Whether definitions of the namespace have what is granted. */
    public boolean reaches(String namespace, CompiledServer compiled) {
        return granted.test(compiled, namespace);
    }

    /** With scripts that compile to what they are. */
    public static CompiledServer compile(ServerInputs inputs) {
        return new CatalogCompiler().compile(inputs.withScripts(source -> Optional.of(asItIs(source))));
    }

    private static ScriptOutcome asItIs(ScriptSource source) {
        var module = new ScriptModule(source.entry(), source.files().get(source.entry()), Optional.empty());
        return new ScriptOutcome.Compiled(new CompiledScript(source.digest(), List.of(module), source.engine()));
    }

    private static boolean serves(CompiledServer compiled, String namespace) {
        return leaf(compiled, namespace).isPresent();
    }

    private static Optional<Leaf> leaf(CompiledServer compiled, String namespace) {
        return compiled.served().stream()
                .map(CompiledServer.Served::leaf)
                .filter(it -> it.identity().namespace().equals(namespace))
                .findFirst();
    }
}

package dev.hyperterse.compiler.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Scripts beside the compile of their server: what is not there is made, and the server compiled again. */
class ServerScriptCacheTest {
    private final Map<String, CompletableFuture<ScriptOutcome>> asked = new HashMap<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final ServerScriptCache scripts = new ServerScriptCache(this::compile, changes::incrementAndGet);
    private final CatalogCompiler compiler = new CatalogCompiler();
    private Memo memo = Memo.empty();

    @Test
    void aScriptThatHangsDelaysNoOther() {
        var tools = List.of(tool("hangs", "hang"), tool("works", "work"));
        assertThat(served(compile(tools))).isEmpty();
        asked.get("work").complete(compiled("work"));
        assertThat(changes).hasValue(1);
        assertThat(served(compile(tools))).containsExactly("works");
        assertThat(problem(compile(tools), "hangs").reason()).isEqualTo(Reason.ScriptNotCompiled);
    }

    @Test
    void aScriptIsCompiledOnce() {
        var tools = List.of(tool("works", "work"));
        compile(tools);
        compile(tools);
        asked.get("work").complete(compiled("work"));
        assertThat(served(compile(tools))).containsExactly("works");
        assertThat(served(compile(tools))).containsExactly("works");
        assertThat(changes).hasValue(1);
    }

    /** Edits come faster than a text that takes long is compiled, and each would wait in the operator. */
    @Test
    void aScriptThatWasEditedBeforeItsTurnIsNotCompiled() {
        compile(List.of(tool("works", "first")));
        compile(List.of(tool("works", "second")));
        var first = asked.remove("first");
        assertThat(first).isCancelled();
        assertThat(asked.get("second")).isNotDone();
        compile(List.of(tool("works", "first")));
        asked.get("first").complete(compiled("first"));
        assertThat(served(compile(List.of(tool("works", "first"))))).containsExactly("works");
    }

    @Test
    void publishedScriptIsNotCompiledAgainByTheNextLeader() {
        var tools = List.of(tool("works", "work"));
        compile(tools);
        asked.get("work").complete(compiled("work"));
        var committed = committed(compile(tools));
        asked.clear();
        var next = new ServerScriptCache(this::compile, changes::incrementAndGet);
        next.takeOver(committed);
        var known = next.known();
        assertThat(served(compiler.compile(inputs(tools).withScripts(known)))).containsExactly("works");
        next.after(known);
        assertThat(asked).isEmpty();
    }

    @Test
    void aPublishedPluginIsNotCompiledAgainByTheNextLeader() {
        var server = server("auth: {required: [custom], plugins: [{name: custom, headers: [X-Team], "
                + "script: {source: {inline: 'decide'}}}]}");
        assertThat(compileServer(server, scripts).settings()).isEmpty();
        asked.get("decide").complete(compiled("custom.js", "decide"));
        var committed = committed(compileServer(server, scripts));
        asked.clear();

        var next = new ServerScriptCache(this::compile, changes::incrementAndGet);
        next.takeOver(committed);

        var first = compileServer(server, next);
        assertThat(first.problems()).isEmpty();
        assertThat(first.settings().orElseThrow().auth())
                .isEqualTo(committed.settings().orElseThrow().auth());
        assertThat(asked).isEmpty();
    }

    @Test
    void aSyntaxErrorIsAProblemAtItsPlace() {
        var tools = List.of(tool("broken", "line one\\nline two"));
        compile(tools);
        asked.get("line one\nline two")
                .complete(new ScriptOutcome.Rejected(List.of(new Finding("broken.js", 2, 6, "Expected an operand"))));
        var problem = problem(compile(tools), "broken");
        assertThat(problem.reason()).isEqualTo(Reason.InvalidScript);
        assertThat(problem.path()).isEqualTo("spec.script.source.inline");
        assertThat(problem.position()).contains(new Position(2, 6, 14));
        assertThat(problem.message()).isEqualTo("Expected an operand");
    }

    @Test
    void aNamespaceWithoutTheGrantBringsNoScript() {
        var tools = List.of(tool("works", "work"));
        var server = server("scripts: {namespaces: {from: None}}");
        var compiled = compiler.compile(ServerInputs.of(server).withLeaves(tools, List.of(), List.of()));
        assertThat(problem(compiled, "works").reason()).isEqualTo(Reason.NotAllowedScript);
    }

    private CompiledServer compileServer(HyperterseServer server, ServerScriptCache scripts) {
        var known = scripts.known();
        var compiled = compiler.compile(ServerInputs.of(server)
                .withLeaves(List.of(), List.of(), List.of())
                .withScripts(known));
        scripts.after(known);
        return compiled;
    }

    private static Published committed(CompiledServer compiled) {
        return Published.of(compiled.toCatalog(new Revision("before", 1, "")));
    }

    private CompletableFuture<ScriptOutcome> compile(ScriptSource source) {
        return asked.computeIfAbsent(source.files().get(source.entry()), _ -> new CompletableFuture<>());
    }

    private static ScriptOutcome compiled(String text) {
        return compiled("works.js", text);
    }

    private static ScriptOutcome compiled(String file, String text) {
        var source = ScriptSource.of(file, ScriptSource.Language.JAVASCRIPT, text);
        return new ScriptOutcome.Compiled(new CompiledScript(
                source.digest(), List.of(new ScriptModule(file, text, Optional.empty())), ScriptIsolation.Shared));
    }

    private CompiledServer compile(List<Tool> tools) {
        var known = scripts.known();
        var compiled = compiler.compile(inputs(tools).withScripts(known), memo);
        memo = compiled.memo();
        scripts.after(known);
        return compiled;
    }

    private static List<String> served(CompiledServer compiled) {
        return compiled.served().stream()
                .map(served -> ((ToolLeaf) served.leaf()).name())
                .toList();
    }

    private static Problem problem(CompiledServer compiled, String tool) {
        return compiled.results().entrySet().stream()
                .filter(result -> result.getKey().name().equals(tool))
                .map(Map.Entry::getValue)
                .map(EvaluationResult::problems)
                .map(List::getFirst)
                .findFirst()
                .orElseThrow();
    }

    private static ServerInputs inputs(List<Tool> tools) {
        return ServerInputs.of(server("exposure: Search")).withLeaves(tools, List.of(), List.of());
    }

    private static HyperterseServer server(String spec) {
        return ApiSerialization.create().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {namespace: shop, name: shop, uid: uid-1, generation: 1}
                spec:
                  %s
                """.formatted(spec), HyperterseServer.class);
    }

    private static Tool tool(String name, String source) {
        return ApiSerialization.create().unmarshal("""
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {namespace: shop, name: %1$s, uid: uid-%1$s, generation: 1}
                spec:
                  serverRefs: [{name: shop}]
                  script: {source: {inline: "%2$s"}}
                """.formatted(name, source), Tool.class);
    }
}

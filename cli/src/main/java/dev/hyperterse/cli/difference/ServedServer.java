package dev.hyperterse.cli.difference;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.cli.snapshot.AdmittedObjects;
import dev.hyperterse.cli.validation.ScriptedCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The definitions that one server serves, by the names that clients use. */
record ServedServer(CompiledServer compiled, Map<PublicName, Leaf> definitions) {
    private static final Comparator<PublicName> ORDER =
            Comparator.comparing(PublicName::space).thenComparing(PublicName::name);

    /** Of a server as it is now. */
    static ServedServer of(AdmittedObjects objects, HyperterseServer server, ScriptedCompiler compiler) {
        return of(compiler.compile(objects.inputs(server), Memo.empty()));
    }

    /** Of the same server after a change: what is faulty in it keeps being served as before. */
    ServedServer after(AdmittedObjects objects, HyperterseServer server, ScriptedCompiler compiler) {
        var inputs = objects.inputs(server).withPublished(published());
        return of(compiler.compile(inputs, Memo.empty()));
    }

    private Published published() {
        List<Leaf> leaves = List.copyOf(definitions.values());
        return settings()
                .map(settings -> Published.of(
                        settings, leaves, compiled.valueSet(Published.nothing().values(), "before")))
                .orElseGet(Published::nothing);
    }

    private static ServedServer of(CompiledServer compiled) {
        var definitions = new TreeMap<PublicName, Leaf>(ORDER);
        if (compiled.publishable()) {
            compiled.served().forEach(served -> definitions.put(PublicName.of(served.leaf()), served.leaf()));
        }
        return new ServedServer(compiled, definitions);
    }

    Optional<ServerSettings> settings() {
        return compiled.settings();
    }

    SortedMap<ValueKey, String> values() {
        return compiled.values();
    }

    /** That definition with what it asks of callers by itself. */
    Leaf own(Leaf leaf) {
        return settings()
                .map(settings -> leaf.with(ComparedPolicies.own(leaf.access(), settings.auth())))
                .orElse(leaf);
    }

    /** The verdict about an object, by its uid. */
    Optional<EvaluationResult> result(String uid) {
        return compiled.results().entrySet().stream()
                .filter(entry -> entry.getKey().uid().equals(uid))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}

package dev.hyperterse.cli.validation;

import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.cli.snapshot.Snapshot;
import dev.hyperterse.cli.validation.place.Elsewhere;
import dev.hyperterse.cli.validation.place.Located;
import dev.hyperterse.cli.validation.warning.EmptyToolsets;
import dev.hyperterse.cli.validation.warning.LostHistory;
import dev.hyperterse.cli.validation.warning.SharedSubjects;
import dev.hyperterse.cli.validation.warning.UncallableTools;
import dev.hyperterse.cli.validation.warning.UnseenViews;
import dev.hyperterse.cli.validation.warning.UnusableAdapters;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Memo;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Reports the problems of the compiler, and servers without authentication, at their positions in the manifests. */
public final class CompilerDiagnostics {
    private CompilerDiagnostics() {}

    /** The problems of one server and of the definitions that attach to it, as far as the directory writes them; in order. */
    public static List<Diagnostic> diagnostics(Snapshot snapshot, CompiledServer compiled, Elsewhere elsewhere) {
        return located(snapshot, byUid(snapshot), compiled, elsewhere);
    }

    /** Every server of the directory. */
    public static List<CompiledServer> servers(Snapshot snapshot) {
        var compiler = new ScriptedCompiler();
        return snapshot.objects().servers().stream()
                .map(server -> compiler.compile(snapshot.objects().inputs(server), Memo.empty()))
                .toList();
    }

    /** The same for several servers, with servers without authentication. */
    static List<Diagnostic> diagnostics(Snapshot snapshot, List<CompiledServer> servers, Elsewhere elsewhere) {
        var byUid = byUid(snapshot);
        return servers.stream()
                .flatMap(compiled -> Stream.of(
                                located(snapshot, byUid, compiled, elsewhere).stream(),
                                anonymousAccess(byUid, compiled).stream(),
                                SharedSubjects.of(byUid, compiled),
                                EmptyToolsets.of(byUid, compiled),
                                LostHistory.of(byUid, compiled),
                                UncallableTools.of(byUid, compiled),
                                UnseenViews.of(byUid, compiled))
                        .flatMap(each -> each))
                .toList();
    }

    /** The warning that is the condition {@code AnonymousAccess} in a cluster. */
    private static Optional<Diagnostic> anonymousAccess(Map<String, Manifest> byUid, CompiledServer compiled) {
        return compiled.settings()
                .filter(settings -> settings.auth().mode() == AuthSettings.Mode.Open)
                .flatMap(_ -> Optional.ofNullable(byUid.get(compiled.identity().uid())))
                .map(server -> server.finding(
                        Severity.WARNING,
                        "spec.auth.mode",
                        "anonymous-access",
                        "not set, so any client that reaches the endpoint may call",
                        "set it to Anonymous if that is intended"));
    }

    private static List<Diagnostic> located(
            Snapshot snapshot, Map<String, Manifest> byUid, CompiledServer compiled, Elsewhere elsewhere) {
        var diagnostics = new ArrayList<Diagnostic>();
        BiConsumer<String, List<Problem>> locate = (uid, problems) -> Optional.ofNullable(byUid.get(uid))
                .ifPresent(manifest -> problems.forEach(
                        problem -> diagnostics.add(Located.in(snapshot.manifests(), manifest, problem, elsewhere))));
        locate.accept(compiled.identity().uid(), compiled.problems());
        var server = Optional.ofNullable(byUid.get(compiled.identity().uid()));
        server.ifPresent(it -> diagnostics.addAll(UnusableAdapters.of(it, compiled)));
        compiled.results()
                .forEach((leaf, result) -> locate.accept(
                        leaf.objectUid(),
                        result.problems().stream()
                                .filter(problem -> server.isEmpty() || !UnusableAdapters.isOne(problem))
                                .toList()));
        // All items of an object have the problems of the sections that they share.
        return diagnostics.stream().distinct().sorted(Diagnostic.ORDER).toList();
    }

    private static Map<String, Manifest> byUid(Snapshot snapshot) {
        var byUid = new HashMap<String, Manifest>();
        snapshot.manifests()
                .manifests()
                .forEach(manifest -> byUid.put(manifest.key().uid(), manifest));
        return byUid;
    }
}

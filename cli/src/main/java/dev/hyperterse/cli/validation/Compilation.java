package dev.hyperterse.cli.validation;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.operator.compile.CatalogCompiler;
import dev.hyperterse.operator.compile.CompiledServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says what the compiler said, at the places of the manifests. */
public final class Compilation {
    private Compilation() {}

    /** The problems of one server and of the leaves that attach to it, in order. */
    public static List<Diagnostic> diagnostics(Snapshot snapshot, CompiledServer compiled) {
        return located(snapshot, byUid(snapshot), compiled);
    }

    /** The same of every server of the directory. */
    static List<Diagnostic> diagnostics(Snapshot snapshot) {
        var compiler = new CatalogCompiler();
        var byUid = byUid(snapshot);
        return snapshot.objects().servers().stream()
                .map(server -> compiler.compile(snapshot.objects().inputs(server)))
                .flatMap(compiled -> located(snapshot, byUid, compiled).stream())
                .toList();
    }

    private static List<Diagnostic> located(Snapshot snapshot, Map<String, Manifest> byUid, CompiledServer compiled) {
        var diagnostics = new ArrayList<Diagnostic>();
        var server = byUid.get(compiled.identity().uid());
        compiled.problems().forEach(problem -> diagnostics.add(Located.in(snapshot.manifests(), server, problem)));
        compiled.verdicts().forEach((leaf, verdict) -> verdict.problems()
                .forEach(problem -> diagnostics.add(Located.in(snapshot.manifests(), byUid.get(leaf.uid()), problem))));
        return diagnostics.stream().sorted(Diagnostic.ORDER).toList();
    }

    private static Map<String, Manifest> byUid(Snapshot snapshot) {
        var byUid = new HashMap<String, Manifest>();
        snapshot.manifests()
                .manifests()
                .forEach(manifest -> byUid.put(manifest.key().uid(), manifest));
        return byUid;
    }
}

package dev.hyperterse.compiler;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.leaf.LeafLinker;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.server.CompiledSettings;
import dev.hyperterse.compiler.server.ServerCompiler;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.server.Attachments;
import dev.hyperterse.crds.v1alpha1.server.ToolNames;
import dev.hyperterse.statement.sql.StatementCompiler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compiles what one server serves. A function: equal inputs give an equal result, regardless of earlier compiles. Every
 * mistake becomes the result of its leaf, or a problem of the server.
 */
public final class CatalogCompiler {
    private final LeafCompilers compilers;

    public CatalogCompiler() {
        this(LeafCompilers.of(new StatementCompiler()::compile));
    }

    CatalogCompiler(LeafCompilers compilers) {
        this.compilers = compilers;
    }

    /** Compiles from nothing. */
    public CompiledServer compile(ServerInputs inputs) {
        return compile(inputs, Memo.empty());
    }

    /**
     * @param last what an earlier compile of the same server left; results of leaves that did not change are taken from it
     */
    public CompiledServer compile(ServerInputs inputs, Memo last) {
        return compile(inputs, last, CompilerFaults.IGNORED);
    }

    /** @param faults is given those of this compiler, which cost no more than the object that shows them */
    public CompiledServer compile(ServerInputs inputs, Memo last, CompilerFaults faults) {
        var identity = identity(inputs.server());
        if (!inputs.platform().faults().isEmpty()) {
            return WithheldServer.of(inputs, identity, last, faults);
        }
        var rules = new CompiledRules(last.rules());
        var settings = ServerCompiler.compile(inputs, identity, rules);
        var spec = inputs.server().getSpec();
        var linker = new LeafLinker(inputs, settings, namespacedTools(spec), rules, last.environments());
        var placement = new Placement(last, identity.namespace(), faults);
        var leaves = new LeafEvaluator(inputs, settings, linker, compilers, placement, last, faults);
        var admission = new Admission(
                entryTools(settings),
                spec.attachments().flatMap(Attachments::maxDefinitionsPerNamespace),
                leaves::withRoom);
        return result(
                identity,
                inputs.platform().fragments(),
                settings,
                leaves.settled(admission.admit(leaves.evaluate())),
                placement,
                new Memo(
                        leaves.remembered(),
                        leaves.expanded(),
                        placement.placed(),
                        linker.environments(),
                        placement.fullSlots(),
                        rules.used()));
    }

    /** The server as catalogs identify it. */
    public static ServerIdentity identity(HyperterseServer server) {
        var metadata = server.getMetadata();
        return new ServerIdentity(
                metadata.getNamespace(),
                metadata.getName(),
                Optional.ofNullable(metadata.getUid()).orElse(""),
                Optional.ofNullable(metadata.getGeneration()).orElse(0L));
    }

    private static boolean namespacedTools(HyperterseServerSpec spec) {
        return spec.attachments()
                .flatMap(Attachments::toolNames)
                .filter(ToolNames.Namespaced::equals)
                .isPresent();
    }

    /** The names that no definition can have. */
    private static Set<String> entryTools(CompiledSettings settings) {
        var names = settings.settings().map(it -> it.search().entryTools()).orElse(EntryToolNames.USUAL);
        return settings.settings()
                        .map(ServerSettings::exposure)
                        .map(Exposure::entryTools)
                        .orElse(true)
                ? names.all().collect(Collectors.toUnmodifiableSet())
                : names.run().stream().collect(Collectors.toUnmodifiableSet());
    }

    private static CompiledServer result(
            ServerIdentity identity,
            List<String> fragments,
            CompiledSettings settings,
            List<Candidate> candidates,
            Placement placement,
            Memo memo) {
        var ordered = new ArrayList<>(candidates);
        ordered.sort(Comparator.comparing(Candidate::identity));
        var results = new LinkedHashMap<LeafIdentity, EvaluationResult>(ordered.size() * 2);
        var served = new ArrayList<CompiledServer.Served>(ordered.size());
        for (var candidate : ordered) {
            results.put(candidate.identity(), candidate.result());
            if (candidate.result().served().isPresent()) {
                var place = placement.placed().get(candidate.identity().uid());
                served.add(new CompiledServer.Served(place.leaf(), place.encoded(), place.slot()));
            }
        }
        return new CompiledServer(
                identity,
                fragments,
                settings.settings(),
                settings.keptLastGood(),
                settings.values(),
                settings.problems(),
                Collections.unmodifiableMap(results),
                List.copyOf(served),
                memo);
    }
}

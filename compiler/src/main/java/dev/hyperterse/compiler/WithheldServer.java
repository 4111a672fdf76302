package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.compiler.items.Expansions;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.problem.CompilerFaults;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.server.auth.RemainingKeys;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A server that does not fit to what the platform says. Its merged spec is none that anybody wrote, so nothing of it is
 * compiled: what is published stays as it is, with all definitions, whatever is edited meanwhile. A definition that is
 * deleted or suspended goes, and so does an API key, as its author may have to take it away at once.
 */
final class WithheldServer {
    private final ObjectMeta server;
    private final Published published;
    private final SortedMap<LeafIdentity, EvaluationResult> results = new TreeMap<>();

    private WithheldServer(ServerInputs inputs) {
        this.server = inputs.server().getMetadata();
        this.published = inputs.published();
    }

    static CompiledServer of(ServerInputs inputs, ServerIdentity identity, Memo last, CompilerFaults faults) {
        var placement = new Placement(last, identity.namespace(), faults);
        var results = new WithheldServer(inputs).results(inputs);
        var served = results.values().stream()
                .flatMap(result -> result.served().stream())
                .sorted(Comparator.comparing(Leaf::identity))
                .flatMap(leaf -> placement.place(leaf).valid().stream())
                .map(it -> new CompiledServer.Served(it.leaf(), it.encoded(), it.slot()))
                .toList();
        return new CompiledServer(
                identity,
                inputs.platform().fragments(),
                inputs.published().settings(),
                inputs.published().settings().isPresent(),
                Collections.unmodifiableSortedMap(RemainingKeys.of(
                        inputs.published(),
                        inputs.platform().plugins(),
                        References.ofServer(inputs.documents(), identity.namespace()))),
                inputs.platform().faults(),
                results,
                served,
                new Memo(Map.of(), Map.of(), placement.placed(), Map.of(), Map.of(), Map.of()));
    }

    private Map<LeafIdentity, EvaluationResult> results(ServerInputs inputs) {
        inputs.leaves().forEach(object -> {
            LeafSpec spec = object.getSpec();
            result(LeafEvaluator.identity(spec, object.getMetadata()), spec);
        });
        return Collections.unmodifiableSortedMap(results);
    }

    private void result(LeafIdentity object, LeafSpec spec) {
        var staying = spec.suspend().orElse(false) ? List.<Leaf>of() : staying(object.uid(), ItemSources.of(spec));
        if (staying.isEmpty()) {
            results.put(object, absent(object, spec.suspend()));
        }
        staying.forEach(
                it -> results.put(it.identity().item().map(object::ofItem).orElse(object), kept(it, object)));
    }

    /**
     * The definitions that an object has brought, also where it has become many since, or one, or brings others from
     * another section. Of items, those that it leaves out are suspended or deleted.
     */
    private List<Leaf> staying(String uid, Optional<ItemSource> source) {
        return published.leaf(uid).map(List::of).orElseGet(() -> published.items(uid).stream()
                .filter(it ->
                        source.filter(items -> Expansions.leavesOut(items, it)).isEmpty())
                .toList());
    }

    /** Which items the object would bring now is not known, so none is said to be served as written. */
    private static EvaluationResult kept(Leaf leaf, LeafIdentity object) {
        return leaf.identity().equals(object)
                ? new EvaluationResult.Serve(leaf)
                : new EvaluationResult.KeepLastGood(leaf, List.of(withheld()));
    }

    private EvaluationResult absent(LeafIdentity identity, Optional<Boolean> suspend) {
        // Whether the server would admit another namespace is not known, so neither is whether there is one.
        if (!identity.namespace().equals(server.getNamespace())) {
            return EvaluationResult.noServer(server.getNamespace(), server.getName());
        }
        return suspend.orElse(false)
                ? new EvaluationResult.Refuse(Reason.Suspended, List.of())
                : EvaluationResult.Refuse.because(withheld());
    }

    private static Problem withheld() {
        return Reason.InvalidServer.problem(
                "spec.serverRefs",
                "server-publishes",
                "the server publishes nothing new, because its spec does not fit to the platform's defaults and overrides",
                "the status of the server says why");
    }
}

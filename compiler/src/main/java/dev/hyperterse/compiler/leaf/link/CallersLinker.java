package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Grantees;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds out whose scripts may call a tool. A replica knows no labels of namespaces: a selector becomes the namespaces of the
 * leaves of this server that match it now, and another list as soon as one of them has other labels.
 */
public final class CallersLinker {
    private final ServerInputs inputs;
    private Optional<List<String>> attached = Optional.empty();

    public CallersLinker(ServerInputs inputs) {
        this.inputs = inputs;
    }

    /** @return empty for the scripts of the tool's own namespace */
    public Optional<ToolLeaf.Callers> of(ToolSpec tool, String namespace) {
        return switch (Grants.toCall(tool)) {
            case Grantees.Same _ -> Optional.empty();
            case Grantees.None _ -> Optional.of(new ToolLeaf.Callers(false, List.of()));
            case Grantees.All _ -> Optional.of(new ToolLeaf.Callers(true, List.of()));
            case Grantees.Names(var names) ->
                Optional.of(new ToolLeaf.Callers(false, names.stream().sorted().toList()));
            case Grantees.Selector selector ->
                Optional.of(new ToolLeaf.Callers(
                        false,
                        attached().stream()
                                .filter(it -> selector.admits(it, namespace, inputs.namespaces()))
                                .toList()));
        };
    }

    private List<String> attached() {
        if (attached.isEmpty()) {
            attached = Optional.of(List.copyOf(inputs.leaves()
                    .map(leaf -> leaf.getMetadata().getNamespace())
                    .collect(Collectors.toCollection(TreeSet::new))));
        }
        return attached.get();
    }
}

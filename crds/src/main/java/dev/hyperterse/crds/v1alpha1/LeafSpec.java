package dev.hyperterse.crds.v1alpha1;

import java.util.List;
import java.util.Optional;

/** The desired state of a definition: the parts that all three kinds have. */
public sealed interface LeafSpec permits ToolSpec, PromptSpec, McpResourceSpec {
    /** The servers that serve it. */
    List<ServerRef> serverRefs();

    /** Whether nothing of it is served. */
    Optional<Boolean> suspend();
}

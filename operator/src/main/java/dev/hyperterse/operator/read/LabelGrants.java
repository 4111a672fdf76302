package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.resolve.Grantees;
import dev.hyperterse.operator.resolve.Grants;
import dev.hyperterse.operator.resolve.ServerGrants;
import java.util.List;

/** Whether a server, or a tool of it, grants anything by the labels of namespaces; only then is it worth to know them. */
final class LabelGrants {
    private LabelGrants() {}

    /** @param tools those that refer to the server */
    static boolean in(HyperterseServerSpec spec, List<Tool> tools) {
        return ServerGrants.of(spec).byLabels()
                || tools.stream().anyMatch(tool -> Grants.toCall(tool.getSpec()) instanceof Grantees.Selector);
    }
}

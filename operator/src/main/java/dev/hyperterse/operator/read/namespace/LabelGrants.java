package dev.hyperterse.operator.read.namespace;

import dev.hyperterse.compiler.resolve.grant.Grantees;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.resolve.grant.ServerGrants;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.util.List;

/** Whether a server, or a tool of it, grants anything by the labels of namespaces; only then is it worth to know them. */
public final class LabelGrants {
    private LabelGrants() {}

    /** @param tools those that refer to the server */
    public static boolean in(HyperterseServerSpec spec, List<Tool> tools) {
        return !ServerGrants.of(spec).selectors().isEmpty()
                || tools.stream().anyMatch(tool -> Grants.toCall(tool.getSpec()) instanceof Grantees.Selector);
    }
}

package dev.hyperterse.crds.v1alpha1;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** A tool of MCP servers: a statement or script, its arguments and its documentation. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("Tool")
@Plural("tools")
@Singular("tool")
@ShortNames("htt")
@Categories(Api.CATEGORY)
public final class Tool extends CustomResource<ToolSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

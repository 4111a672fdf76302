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

/** A resource of MCP servers: content under a URI, or a template of such. Called resources.hyperterse.dev in full. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("Resource")
@Plural("resources")
@Singular("resource")
@ShortNames("htr")
@Categories(Api.CATEGORY)
public final class McpResource extends CustomResource<McpResourceSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

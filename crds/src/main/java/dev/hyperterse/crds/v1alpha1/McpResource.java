package dev.hyperterse.crds.v1alpha1;

import dev.hyperterse.crds.schema.Column;
import dev.hyperterse.crds.schema.Described;
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
@Described("A resource of one or more MCP servers: content under a URI, or a template of " + "URIs.")
@Column(name = "Ready", path = ".status.conditions[?(@.type=='Ready')].status")
@Column(name = "Reason", path = ".status.conditions[?(@.type=='Ready')].reason")
@Column(name = "Servers", path = ".status.serving")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
public final class McpResource extends CustomResource<McpResourceSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

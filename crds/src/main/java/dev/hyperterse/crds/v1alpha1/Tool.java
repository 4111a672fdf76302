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

/** A tool of MCP servers: a statement or script, its arguments and its documentation. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("Tool")
@Plural("tools")
@Singular("tool")
@ShortNames("htt")
@Categories(Api.CATEGORY)
@Described("A tool of one or more MCP servers: a statement or script, its arguments, and "
        + "the words by which agents find it.")
@Column(name = "Ready", path = ".status.conditions[?(@.type=='Ready')].status")
@Column(name = "Reason", path = ".status.conditions[?(@.type=='Ready')].reason")
@Column(name = "Servers", path = ".status.serving")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
public final class Tool extends CustomResource<ToolSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

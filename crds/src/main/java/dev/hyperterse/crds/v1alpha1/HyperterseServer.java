package dev.hyperterse.crds.v1alpha1;

import dev.hyperterse.crds.schema.Column;
import dev.hyperterse.crds.schema.Described;
import dev.hyperterse.crds.schema.Scaled;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** An MCP endpoint with its databases, its policies and the pods that serve it. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("HyperterseServer")
@Plural("hyperterseservers")
@Singular("hyperterseserver")
@ShortNames("hts")
@Categories(Api.CATEGORY)
@Described("An MCP endpoint: its databases, its policies and the pods that serve it. Tools, "
        + "Prompts and Resources attach to it by their serverRefs.")
@Column(name = "Ready", path = ".status.conditions[?(@.type=='Ready')].status")
@Column(name = "Tools", path = ".status.attached.tools", type = "integer")
@Column(name = "Converged", path = ".status.converged")
@Column(name = "Adapters", path = ".status.connectedAdapters")
@Column(name = "URL", path = ".status.url")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
@Column(name = "Revision", path = ".status.revision.sequence", type = "integer", wide = true)
@Column(name = "Prompts", path = ".status.attached.prompts", type = "integer", wide = true)
@Column(name = "Resources", path = ".status.attached.resources", type = "integer", wide = true)
@Scaled(spec = ".spec.workload.replicas", status = ".status.replicas", selector = ".status.selector")
@ValidationRule(
        value = "size(self.metadata.name) <= 50 && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
        message =
                "metadata.name must be a DNS label that begins with a letter, of at most 50 characters: its Service and ConfigMaps are named after it")
public final class HyperterseServer extends CustomResource<HyperterseServerSpec, HyperterseServerStatus>
        implements Namespaced {
    private static final long serialVersionUID = 1L;
}

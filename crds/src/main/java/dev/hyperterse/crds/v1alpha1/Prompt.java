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

/** A prompt of MCP servers: messages with arguments. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("Prompt")
@Plural("prompts")
@Singular("prompt")
@ShortNames("htp")
@Categories(Api.CATEGORY)
@Described("A prompt of one or more MCP servers: messages with arguments that people pick " + "in their client.")
@Column(name = "Ready", path = ".status.conditions[?(@.type=='Ready')].status")
@Column(name = "Reason", path = ".status.conditions[?(@.type=='Ready')].reason")
@Column(name = "Servers", path = ".status.serving")
@Column(name = "Age", path = ".metadata.creationTimestamp", type = "date")
public final class Prompt extends CustomResource<PromptSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

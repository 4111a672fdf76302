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

/** A prompt of MCP servers: messages with arguments. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("Prompt")
@Plural("prompts")
@Singular("prompt")
@ShortNames("htp")
@Categories(Api.CATEGORY)
public final class Prompt extends CustomResource<PromptSpec, LeafStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}

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

/** An MCP endpoint with its databases, its policies and the pods that serve it. */
@Group(Api.GROUP)
@Version(Api.VERSION)
@Kind("HyperterseServer")
@Plural("hyperterseservers")
@Singular("hyperterseserver")
@ShortNames("hts")
@Categories(Api.CATEGORY)
public final class HyperterseServer extends CustomResource<HyperterseServerSpec, HyperterseServerStatus>
        implements Namespaced {
    private static final long serialVersionUID = 1L;
}

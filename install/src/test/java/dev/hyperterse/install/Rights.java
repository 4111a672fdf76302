package dev.hyperterse.install;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/** What one user may do, as {@code kubectl auth can-i --as} would say. */
final class Rights implements AutoCloseable {
    /** Not a namespace: the whole cluster. */
    static final String EVERYWHERE = "";

    private final KubernetesClient client;

    private Rights(KubernetesClient client) {
        this.client = client;
    }

    static Rights of(String user, ControlPlane controlPlane) {
        var config = Config.fromKubeconfig(controlPlane.kubeconfig().toFile());
        config.setImpersonateUsername(user);
        return new Rights(ClusterClient.connect(config));
    }

    /** Which of {@code verbs} on which of {@code resources}, both separated by blanks, are refused. */
    List<String> refused(String verbs, String resources, String namespace) {
        return answered(false, verbs, resources, namespace);
    }

    /** Which of them are allowed. */
    List<String> allowed(String verbs, String resources, String namespace) {
        return answered(true, verbs, resources, namespace);
    }

    private List<String> answered(boolean answer, String verbs, String resources, String namespace) {
        var found = new ArrayList<String>();
        for (var resource : resources.split(" ")) {
            for (var verb : verbs.split(" ")) {
                if (may(verb, resource, "", namespace) == answer) {
                    found.add(verb + " " + resource);
                }
            }
        }
        return found;
    }

    /** @param resource as in {@code tools.hyperterse.dev/status}: name, group, and what of it */
    boolean may(String verb, String resource, String name, String namespace) {
        var path = resource.split("/", 2);
        var kind = path[0].split("\\.", 2);
        return client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(new SelfSubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withNewResourceAttributes()
                        .withVerb(verb)
                        .withGroup(kind.length > 1 ? kind[1] : "")
                        .withResource(kind[0])
                        .withSubresource(path.length > 1 ? path[1] : "")
                        .withName(name)
                        .withNamespace(namespace)
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .getStatus()
                .getAllowed();
    }

    @Override
    public void close() {
        client.close();
    }
}

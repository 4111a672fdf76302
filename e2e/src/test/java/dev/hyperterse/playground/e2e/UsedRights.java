package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rights that were used, as the API server recorded them, beside those that are granted. */
final class UsedRights {
    static final String SYSTEM = "hyperterse-system";
    static final String OPERATOR = "system:serviceaccount:" + SYSTEM + ":hyperterse-operator";

    private final Playground playground;
    private final List<AuditedRequest> requests;

    /** Reads what was recorded until now. */
    UsedRights(Playground playground) {
        this.playground = playground;
        this.requests = AuditedRequest.in(playground.controlPlane().auditLog().orElseThrow());
    }

    List<AuditedRequest> refusedToTheOperator() {
        return requests.stream()
                .filter(request -> request.user().equals(OPERATOR) && request.refused())
                .toList();
    }

    /** @param namespaces the empty one stands for the whole cluster */
    Set<Right> of(String user, String... namespaces) {
        return requests.stream()
                .filter(request -> request.user().equals(user) && !request.refused())
                .filter(request -> List.of(namespaces).contains(request.namespace()))
                .flatMap(AuditedRequest::rights)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What of these rules the operator did not need. */
    Set<Right> unused(Set<Right> granted, String... namespaces) {
        var unused = new TreeSet<>(granted);
        unused.removeAll(of(OPERATOR, namespaces));
        return unused;
    }

    Set<Right> ofClusterRole(String name) {
        return Right.in(
                playground.client().rbac().clusterRoles().withName(name).get().getRules());
    }

    Set<Right> ofRole(String namespace, String name) {
        return Right.in(rules(playground, namespace, name));
    }

    static List<PolicyRule> rules(Playground playground, String namespace, String role) {
        return playground
                .client()
                .rbac()
                .roles()
                .inNamespace(namespace)
                .withName(role)
                .get()
                .getRules();
    }
}

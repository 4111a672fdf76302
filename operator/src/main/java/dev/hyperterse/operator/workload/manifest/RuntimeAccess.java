package dev.hyperterse.operator.workload.manifest;

import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.util.List;
import java.util.SortedSet;

/**
 * The rights of the pods of one server: to read their own catalog, values and session keys, by name, and nothing else.
 */
final class RuntimeAccess {
    private static final String RBAC = "rbac.authorization.k8s.io";

    private RuntimeAccess() {}

    static ServiceAccount serviceAccount(ObjectMeta metadata) {
        return new ServiceAccountBuilder().withMetadata(metadata).build();
    }

    static Role role(WorkloadNames names, ObjectMeta metadata) {
        var catalog = names.catalog();
        return new RoleBuilder()
                .withMetadata(metadata)
                .withRules(
                        rule("configmaps", List.of(catalog.index()), List.of("get", "watch")),
                        rule("configmaps", catalog.slots(), List.of("get")),
                        rule("secrets", List.of(catalog.values(), catalog.sessionKeys()), List.of("get")))
                .build();
    }

    static RoleBinding binding(WorkloadNames names, ObjectMeta metadata, SortedSet<String> serviceAccounts) {
        return new RoleBindingBuilder()
                .withMetadata(metadata)
                .withNewRoleRef(RBAC, "Role", names.runtime())
                .withSubjects(serviceAccounts.stream()
                        .map(name -> new SubjectBuilder()
                                .withKind("ServiceAccount")
                                .withName(name)
                                .withNamespace(names.namespace())
                                .build())
                        .toList())
                .build();
    }

    private static PolicyRule rule(String resource, List<String> objects, List<String> verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups("")
                .withResources(resource)
                .withResourceNames(objects)
                .withVerbs(verbs)
                .build();
    }
}

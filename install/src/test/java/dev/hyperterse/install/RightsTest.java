package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no role of the installation may ever hold, whatever else it needs. */
class RightsTest {
    @Test
    void noRoleCanMakeItselfMoreThanItIs() throws IOException {
        var verbs = rules().flatMap(rule -> rule.getVerbs().stream());
        assertThat(verbs).isNotEmpty().doesNotContain("*", "escalate", "bind", "impersonate");
        assertThat(rules().flatMap(rule -> rule.getResources().stream())).doesNotContain("*");
        assertThat(rules().flatMap(rule -> rule.getApiGroups().stream())).doesNotContain("*");
    }

    @Test
    void secretsAreOnlyInTheRoleThatIsBoundNamespaceByNamespace() throws IOException {
        assertThat(InstallManifest.clusterRoles())
                .filteredOn(role -> role.getRules().stream()
                        .anyMatch(rule -> rule.getResources().contains("secrets")))
                .extracting(role -> role.getMetadata().getName())
                .containsExactly("hyperterse-operator-gateway");
        assertThat(clusterRoleBindings())
                .extracting(binding -> binding.getRoleRef().getName())
                .containsExactly("hyperterse-operator");
    }

    @Test
    void serverAdminIsBoundExplicitlyAndToolEditorIsAnyEditor() throws IOException {
        assertThat(labels("hyperterse-server-admin")).noneMatch(label -> label.contains("aggregate"));
        assertThat(labels("hyperterse-tool-editor")).contains("rbac.authorization.k8s.io/aggregate-to-edit");
        assertThat(labels("hyperterse-viewer")).contains("rbac.authorization.k8s.io/aggregate-to-view");
    }

    @Test
    void theRolesForPeopleHoldNothingButOurKinds() throws IOException {
        for (var name : List.of("hyperterse-server-admin", "hyperterse-tool-editor", "hyperterse-viewer")) {
            assertThat(InstallManifest.object(ClusterRole.class, name).getRules())
                    .as(name)
                    .allSatisfy(rule -> assertThat(rule.getApiGroups()).containsExactly("hyperterse.dev"));
        }
    }

    private static List<String> labels(String role) throws IOException {
        return List.copyOf(InstallManifest.object(ClusterRole.class, role)
                .getMetadata()
                .getLabels()
                .keySet());
    }

    private static List<ClusterRoleBinding> clusterRoleBindings() throws IOException {
        return InstallManifest.objects().stream()
                .filter(ClusterRoleBinding.class::isInstance)
                .map(ClusterRoleBinding.class::cast)
                .toList();
    }

    private static Stream<PolicyRule> rules() throws IOException {
        var roles = InstallManifest.objects().stream()
                .filter(Role.class::isInstance)
                .map(Role.class::cast)
                .flatMap(role -> role.getRules().stream());
        return Stream.concat(roles, InstallManifest.clusterRoles().stream().flatMap(role -> role.getRules().stream()));
    }
}

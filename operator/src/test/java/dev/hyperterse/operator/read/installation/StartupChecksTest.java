package dev.hyperterse.operator.read.installation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.MockApiServer;
import dev.hyperterse.operator.model.Scope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartupChecksTest {
    private final MockApiServer apiServer = new MockApiServer();

    @AfterEach
    void close() {
        apiServer.close();
    }

    @Test
    void nothingIsMissingWhereAllKindsCanBeListed() {
        try (var client = apiServer.connect()) {
            assertThat(new StartupChecks(client, Scope.everywhere()).missingPrerequisite())
                    .isEmpty();
            assertThat(new StartupChecks(client, Scope.of(List.of("shop"))).missingPrerequisite())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tools, 404, CRD tools.hyperterse.dev is missing; apply the install manifest or the chart hyperterse-crds",
        "pods, 403, apply the ClusterRole and ClusterRoleBinding hyperterse-operator",
        "prompts, 401, the API server does not accept the token of the ServiceAccount",
        "hyperterseservers, 503, the API server cannot be reached"
    })
    void theFirstMissingPrerequisiteHasARemedy(String plural, int code, String expected) {
        apiServer.refuse(plural, code);
        try (var client = apiServer.connect()) {
            assertThat(new StartupChecks(client, Scope.everywhere()).missingPrerequisite())
                    .hasValueSatisfying(it -> assertThat(it).contains(expected));
        }
    }

    @Test
    void inANamespaceTheRemedyIsARole() {
        apiServer.refuse("tools", 403);
        try (var client = apiServer.connect()) {
            assertThat(new StartupChecks(client, Scope.of(List.of("shop"))).missingPrerequisite())
                    .hasValueSatisfying(it -> assertThat(it)
                            .contains("apply the Role and RoleBinding hyperterse-operator-scope there")
                            .contains("in namespace shop; "));
        }
    }
}

package dev.hyperterse.operator.report.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.publish.PublicationException;
import dev.hyperterse.operator.report.Shop;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconciliationFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | OperatorForbidden | the operator may not read or write what it needs in namespace default",
                "500 | PublicationFailed | the catalog could not be brought up to date: the API server answers 500",
                "0   | PublicationFailed | the catalog could not be brought up to date: the API server does not answer"
            })
    void theProblemHasARemedyAndQuotesNoContent(int code, Reason reason, String message) {
        var refusal = new KubernetesClientException("Invalid value: \"hunter2\"", code, null);
        var problem = ReconciliationFailure.of(
                Shop.KEY, new PublicationException("shop-values cannot be written: " + refusal.getMessage(), refusal));
        assertThat(problem.reason()).isEqualTo(reason);
        assertThat(problem.message()).isEqualTo(message);
        assertThat(problem.describe()).doesNotContain("hunter2").startsWith("HyperterseServer default/shop: ");
        assertThat(problem.remedy()).isNotEmpty();
    }

    @Test
    void aNamespaceThatIsBeingDeletedIsNoMissingRight() {
        var problem = ReconciliationFailure.of(Shop.KEY, new PublicationException("cannot be written", terminating()));
        assertThat(problem.reason()).isEqualTo(Reason.PublicationFailed);
        assertThat(problem.message()).contains("namespace default is being deleted");
    }

    private static KubernetesClientException terminating() {
        return new KubernetesClientException(new StatusBuilder()
                .withCode(403)
                .withNewDetails()
                .addNewCause("metadata.namespace", "namespace default is being terminated", "NamespaceTerminating")
                .endDetails()
                .build());
    }

    @Test
    void aMistakeOfTheOperatorItselfIsNamedByItsKind() {
        assertThat(ReconciliationFailure.of(Shop.KEY, new IllegalStateException("hunter2"))
                        .describe())
                .contains("IllegalStateException")
                .doesNotContain("hunter2");
    }
}

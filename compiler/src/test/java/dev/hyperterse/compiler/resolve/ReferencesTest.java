package dev.hyperterse.compiler.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.ForbiddenDocuments;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** References to documents that exist and that the operator has no room for. */
class ReferencesTest {
    private static final KeyRef TEXT = new KeyRef("texts", "text");

    @Test
    void aConfigMapThatHasNoRoomIsNotReportedAsMissing() {
        var problem = References.ofServer(new Full(true), "shop")
                .content(TEXT, "spec.text")
                .problems()
                .getFirst();
        assertThat(problem.reason()).isEqualTo(Reason.OperatorFull);
        assertThat(problem.message()).contains("ConfigMap shop/texts").contains("share of the operator's memory");
    }

    @Test
    void aSecretThatHasNoRoomIsNotReportedAsMissing() {
        var problem = References.ofServer(new Full(true), "shop")
                .secretEntries("keys", "spec.auth")
                .problems()
                .getFirst();
        assertThat(problem.reason()).isEqualTo(Reason.OperatorFull);
    }

    @Test
    void aPrivateConfigMapThatHasNoRoomLooksLikeAMissingOneToADefinition() {
        var problem = References.ofDefinitions(new Full(false), "shop")
                .content(TEXT, "spec.text")
                .problems()
                .getFirst();
        assertThat(problem.reason()).isEqualTo(Reason.ConfigMapNotFound);
    }

    @Test
    void aConfigMapThatTheOperatorMayNotReadIsReportedAsSuch() {
        var problem = References.ofDefinitions(new ForbiddenDocuments(Documents.none()), "shop")
                .content(TEXT, "spec.text")
                .problems()
                .getFirst();
        assertThat(problem.reason()).isEqualTo(Reason.ConfigMapNotFound);
        assertThat(problem.message()).contains("may not get, list and watch ConfigMaps in namespace shop");
    }

    private record Full(boolean readable) implements Documents {
        @Override
        public Optional<Entries> configMap(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public Optional<Entries> secret(String namespace, String name) {
            return Optional.empty();
        }

        @Override
        public boolean hasNoRoomFor(ObjectName name, boolean readableOnly) {
            return readable || !readableOnly;
        }
    }
}

package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class VersionOrderTest {
    private final VersionOrder order = new VersionOrder();
    private final List<String> heard = new ArrayList<>();
    private final BiConsumer<Optional<HasMetadata>, Optional<HasMetadata>> listener = order.checking(
            (before, after) -> heard.add(before.map(VersionOrderTest::version).orElse("-")
                    + " "
                    + after.map(VersionOrderTest::version).orElse("-")));

    @Test
    void versionsThatGrowAreInOrder() {
        listener.accept(Optional.empty(), Optional.of(version("9")));
        listener.accept(Optional.of(version("9")), Optional.of(version("10")));
        listener.accept(Optional.of(version("10")), Optional.empty());
        listener.accept(Optional.empty(), Optional.of(version("8")));
        assertThat(order.broken()).isNotDone();
        assertThat(heard).containsExactly("- 9", "9 10", "10 -", "- 8");
    }

    /** A watch that opens again lists the restored state, perhaps after the API server came further than it was. */
    @Test
    void objectThatWasRestoredIsNoticed() {
        changes(version("391"), version("379"));
        assertThat(order.broken()).isCompletedWithValue("ConfigMap shop/db went back from version 391 to 379");
    }

    @Test
    void editsAndStatusesAreInOrder() {
        changes(prompt("one", 1, "10", "Hello"), prompt("one", 1, "11", "Hello"));
        changes(prompt("one", 1, "11", "Hello"), prompt("one", 2, "12", "Good day"));
        assertThat(order.broken()).isNotDone();
    }

    /** Edited before a restore and again after it: versions have only grown. */
    @Test
    void generationThatIsGivenTwiceIsNoticed() {
        changes(prompt("one", 2, "10", "Hello"), prompt("one", 2, "15", "Good day"));
        assertThat(order.broken())
                .isCompletedWithValue("Prompt shop/greeting has another spec in the same generation 2");
    }

    @Test
    void generationThatShrinksIsNoticed() {
        changes(prompt("one", 3, "10", "Hello"), prompt("one", 2, "15", "Hello"));
        assertThat(order.broken()).isCompletedWithValue("Prompt shop/greeting went back from generation 3 to 2");
    }

    @Test
    void anotherObjectOfThatNameCountsFromOne() {
        changes(prompt("one", 2, "10", "Hello"), prompt("other", 1, "15", "Good day"));
        changes(prompt("one", 1, "10", "Hello"), prompt("other", 1, "15", "Good day"));
        assertThat(order.broken()).isNotDone();
    }

    /** What would be derived from it compares with what is of no use any more. */
    @Test
    void listenerHearsNothingOnceStatesContradict() {
        changes(version("391"), version("379"));
        changes(version("379"), version("392"));
        assertThat(heard).isEmpty();
    }

    private void changes(HasMetadata before, HasMetadata after) {
        listener.accept(Optional.of(before), Optional.of(after));
    }

    private static ConfigMap version(String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("db")
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }

    private static Prompt prompt(String uid, long generation, String version, String title) {
        var prompt = new Prompt();
        prompt.setMetadata(new ObjectMetaBuilder()
                .withNamespace("shop")
                .withName("greeting")
                .withUid(uid)
                .withGeneration(generation)
                .withResourceVersion(version)
                .build());
        prompt.setSpec(new PromptSpec(
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(title),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
        return prompt;
    }

    private static String version(HasMetadata object) {
        return object.getMetadata().getResourceVersion();
    }
}

package dev.hyperterse.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Whom each grant reaches in each of its forms. */
class GrantFormsTest {
    private static final String TEAM_A = "{from: Selector, selector: {matchLabels: {team: a}}}";
    private static final Namespaces LABELLED = new Namespaces(Map.of("shop", Map.of(), "team", Map.of("team", "a")));
    private static final Namespaces RELABELLED = new Namespaces(Map.of("shop", Map.of(), "team", Map.of("team", "b")));

    @ParameterizedTest
    @EnumSource
    void same(GrantSample sample) {
        assertThat(reached(sample, "{from: Same}")).containsExactly("shop");
    }

    @ParameterizedTest
    @EnumSource
    void names(GrantSample sample) {
        assertThat(reached(sample, "{from: Names, names: [team]}")).containsExactly("team");
    }

    @ParameterizedTest
    @EnumSource
    void selector(GrantSample sample) {
        assertThat(reached(sample, TEAM_A)).containsExactly("team");
    }

    @ParameterizedTest
    @EnumSource
    void all(GrantSample sample) {
        assertThat(reached(sample, "{from: All}")).containsExactly("shop", "team");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ATTACHMENTS")
    void none(GrantSample sample) {
        assertThat(reached(sample, "{from: None}")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void unknownGrantOfANewerApiAdmitsNoNamespace(GrantSample sample) {
        assertThat(reached(sample, "{from: Neighbours}")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ENVIRONMENT")
    void withoutAWordItIsSame(GrantSample sample) {
        assertThat(reached(sample, sample.silent(), LABELLED)).containsExactly("shop");
    }

    @ParameterizedTest
    @EnumSource(names = "ENVIRONMENT")
    void variablesWithoutAGrantAdmitNoNamespace(GrantSample sample) {
        assertThat(reached(sample, sample.silent(), LABELLED)).isEmpty();
    }

    /** Also where it was published before: no last good version keeps what is not granted any more. */
    @ParameterizedTest
    @EnumSource
    void otherLabelsRevokeIt(GrantSample sample) {
        var inputs = sample.granting(TEAM_A).inputs();
        var before = GrantSample.compile(inputs.withNamespaces(LABELLED));
        assertThat(sample.reaches("team", before)).isTrue();

        var published = Published.of(before.toCatalog(new Revision("before", 1, "")));
        var after = GrantSample.compile(inputs.withNamespaces(RELABELLED).withPublished(published));
        assertThat(sample.reaches("team", after)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whereLabelsCannotBeReadASelectorAdmitsNoNamespaceAndIsAProblemOfItsField(GrantSample sample) {
        var inputs = sample.granting(TEAM_A).inputs().withNamespaces(Namespaces.unreadable());
        var compiled = GrantSample.compile(inputs);
        assertThat(List.of("shop", "team")).noneMatch(namespace -> sample.reaches(namespace, compiled));
        var problems = Stream.concat(
                compiled.problems().stream(),
                compiled.results().values().stream().flatMap(it -> it.problems().stream()));
        assertThat(problems.filter(it -> it.reason() == Reason.NotAllowedSelector))
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.path().replaceAll("\\d", ""))
                        .isEqualTo(sample.path().replaceFirst("\\w+ ", "spec.")));
    }

    private static List<String> reached(GrantSample sample, String grant) {
        return reached(sample, sample.granting(grant), LABELLED);
    }

    private static List<String> reached(GrantSample sample, Manifests manifests, Namespaces namespaces) {
        var compiled = GrantSample.compile(manifests.inputs().withNamespaces(namespaces));
        var reached = new ArrayList<>(List.of("shop", "team"));
        reached.removeIf(namespace -> !sample.reaches(namespace, compiled));
        return reached;
    }
}

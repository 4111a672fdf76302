package dev.hyperterse.runtime.live.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which resource a reader gets who does not see all of them. */
class ResourceDirectoryTest {
    private static final String ADAPTER = "tickets";

    private final LiveResource secret = of(new Address.Fixed("tickets://admin"), ADAPTER);
    private final LiveResource secrets =
            of(new Address.Templated(Leaves.uriTemplate("tickets://closed/", "{id}")), ADAPTER);
    private final LiveResource open = of(new Address.Templated(Leaves.uriTemplate("tickets://", "{+id}")), ADAPTER);
    private final ResourceDirectory directory = new ResourceDirectory(List.of(secret, secrets, open));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tickets://admin",
                "tickets://%61dmin",
                "tickets://ad%6Din",
                "tickets://closed/1",
                "tickets://clos%65d/1",
                "tickets://closed%2f1"
            })
    void templateReadsNothingThatTheSameServerHasApart(String uri) {
        assertThat(directory.find(uri, it -> it == open)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tickets://administration", "tickets://%zz", "tickets://closed", "tickets://closed/1/2"})
    void templateReadsTheRest(String uri) {
        assertThat(directory.find(uri, it -> it == open))
                .hasValueSatisfying(it -> assertThat(it.resource()).isSameAs(open));
    }

    @Test
    void readerOfAllGetsTheMostLiteralOne() {
        assertThat(directory.find("tickets://admin", _ -> true))
                .hasValueSatisfying(it -> assertThat(it.resource()).isSameAs(secret));
        assertThat(directory.find("tickets://closed/1", _ -> true))
                .hasValueSatisfying(it -> assertThat(it.resource()).isSameAs(secrets));
        // In another spelling, the rules of the resource would not hold.
        assertThat(directory.find("tickets://%61dmin", _ -> true)).isEmpty();
    }

    /** It has content of its own. */
    @Test
    void hiddenResourceOfAnotherServerIsNotThere() {
        var other = of(new Address.Fixed("tickets://admin"), "helpdesk");
        var here = new ResourceDirectory(List.of(other, open));
        assertThat(here.find("tickets://admin", it -> it == open))
                .hasValueSatisfying(it -> assertThat(it.resource()).isSameAs(open));
    }

    private static LiveResource of(Address address, String adapter) {
        ResourceLeaf leaf = Leaves.of(new Action.ReadResource(adapter, address, Optional.empty()), List.of());
        var matcher = address instanceof Address.Templated(var template)
                ? Optional.of(new TemplateMatcher(template))
                : Optional.<TemplateMatcher>empty();
        return LiveResource.of(leaf, Optional.empty(), Optional.empty(), matcher, Optional.empty());
    }
}

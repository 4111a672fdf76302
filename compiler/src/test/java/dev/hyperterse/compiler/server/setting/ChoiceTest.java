package dev.hyperterse.compiler.server.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.server.search.HitMember;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.crds.v1alpha1.adapter.Tls;
import dev.hyperterse.crds.v1alpha1.auth.Decision;
import dev.hyperterse.crds.v1alpha1.result.ResultFormat;
import dev.hyperterse.crds.v1alpha1.result.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.result.ResultShape;
import dev.hyperterse.crds.v1alpha1.server.Search;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import dev.hyperterse.crds.v1alpha1.server.Telemetry;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each constant of the API is known to the catalog, but for the one that stands for later versions. */
class ChoiceTest {
    private static final String UNRECOGNIZED = "Unrecognized";

    /** A type of the API and that of the catalog. */
    private record Pair(Class<? extends Enum<?>> api, Class<? extends Enum<?>> catalog) {
        private Enum<?>[] constants() {
            return api.getEnumConstants();
        }
    }

    static Stream<Pair> pairs() {
        return Stream.of(
                new Pair(dev.hyperterse.crds.v1alpha1.server.Exposure.class, Exposure.class),
                new Pair(dev.hyperterse.crds.v1alpha1.server.ExecuteErrors.class, ExecuteErrors.class),
                new Pair(Search.Language.class, SearchLanguage.class),
                new Pair(Search.HitMember.class, HitMember.class),
                new Pair(Telemetry.LogLevel.class, LogLevel.class),
                new Pair(Telemetry.Protocol.class, TraceExport.Protocol.class),
                new Pair(Telemetry.Signal.class, TraceExport.Signal.class),
                new Pair(dev.hyperterse.crds.v1alpha1.adapter.Adapter.Access.class, Adapter.Access.class),
                new Pair(Tls.Mode.class, Engine.TlsMode.class),
                new Pair(ResultShape.class, RowShape.class),
                new Pair(ResultOverflow.class, ResultRules.Overflow.class),
                new Pair(ResultFormat.class, RowFormat.class),
                new Pair(ServerScripts.Fetch.Addresses.class, FetchGrant.Addresses.class),
                new Pair(Decision.Failure.class, DecisionSettings.Failure.class),
                new Pair(
                        dev.hyperterse.crds.v1alpha1.adapter.ApiAuth.ClientAuthentication.class,
                        ApiAuth.ClientAuthentication.class));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyConstantIsKnown(Pair pair) {
        assertThat(Arrays.stream(pair.constants()).map(Enum::name).filter(it -> !it.equals(UNRECOGNIZED)))
                .isNotEmpty()
                .isSubsetOf(Arrays.stream(pair.catalog().getEnumConstants())
                        .map(Enum::name)
                        .toList());
    }

    @Test
    void whatIsNotSaidOrNotKnownIsNoConstant() {
        assertThat(Choice.of(Tls.Mode.VerifyCa, Engine.TlsMode.class)).contains(Engine.TlsMode.VerifyCa);
        assertThat(Choice.of(Tls.Mode.Unrecognized, Engine.TlsMode.class)).isEmpty();
        assertThat(Choice.of(null, Engine.TlsMode.class)).isEmpty();
    }
}

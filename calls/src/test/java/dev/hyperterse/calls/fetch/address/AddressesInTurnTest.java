package dev.hyperterse.calls.fetch.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AddressesInTurnTest {
    private static final int MILLIS = 600_000;
    private static final InetAddress FIRST = InetAddress.ofLiteral("2001:db8::1");
    private static final InetAddress SECOND = InetAddress.ofLiteral("192.0.2.1");
    private static final InetAddress THIRD = InetAddress.ofLiteral("192.0.2.2");

    private final List<Integer> given = new ArrayList<>();

    /** A network that has only these addresses; the others are silent. */
    private AddressesInTurn.Attempt<InetAddress> having(InetAddress... reachable) {
        return (address, millis) -> {
            given.add(millis);
            if (List.of(reachable).contains(address)) {
                return address;
            }
            throw new SocketTimeoutException("silent");
        };
    }

    @Test
    void firstAddressThatAcceptsIsUsed() throws IOException {
        assertThat(AddressesInTurn.connect(List.of(FIRST, SECOND, THIRD), MILLIS, having(SECOND, THIRD)))
                .isEqualTo(SECOND);
        assertThat(given).hasSize(2);
    }

    @Test
    void silentAddressesLeaveTimeForTheNext() throws IOException {
        AddressesInTurn.connect(List.of(FIRST, SECOND, THIRD), MILLIS, having(THIRD));
        assertThat(given.getFirst()).isLessThanOrEqualTo(MILLIS / 2);
        assertThat(given.get(1)).isLessThanOrEqualTo(MILLIS / 2);
        assertThat(given.getLast()).isGreaterThan(given.get(1)).isLessThanOrEqualTo(MILLIS);
    }

    @Test
    void lastAddressGetsALimitWhenNoTimeIsLeft() throws IOException {
        AddressesInTurn.connect(List.of(FIRST, SECOND), 0, having(SECOND));
        assertThat(given).containsExactly(1, 1);
    }

    @Test
    void onlyAddressGetsTheWholeTime() throws IOException {
        AddressesInTurn.connect(List.of(FIRST), MILLIS, having(FIRST));
        assertThat(given.getFirst()).isGreaterThan(MILLIS / 2);
    }

    /** A network that this process does not have says nothing of the host. */
    @Test
    void failureOfAllIsTheFirstOneThatIsOfTheHostAndNamesTheOthers() {
        var missing = new SocketException("Network is unreachable");
        var silent = new SocketTimeoutException("silent");
        var refused = new ConnectException("refused");
        assertThat(failure(missing, silent, missing)).isSameAs(silent);
        assertThat(failure(missing, refused, silent)).isSameAs(refused);
        assertThat(refused.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("no connection to 2001:db8:0:0:0:0:0:1", "no connection to 192.0.2.2");
    }

    @Test
    void failureOfAllIsThatOfTheLastWhenNoneIsOfTheHost() {
        var missing = new SocketException("Network is unreachable");
        var last = new SocketException("no route");
        assertThat(failure(missing, missing, last)).isSameAs(last);
        assertThat(last.getSuppressed()).hasSize(2);
    }

    private static Throwable failure(IOException first, IOException second, IOException third) {
        var failures = Map.of(FIRST, first, SECOND, second, THIRD, third);
        return catchThrowable(() -> AddressesInTurn.connect(List.of(FIRST, SECOND, THIRD), MILLIS, (address, _) -> {
            throw failures.get(address);
        }));
    }

    @Test
    void interruptedConnectionIsTheLast() {
        assertThatThrownBy(() -> AddressesInTurn.connect(List.of(FIRST, SECOND), MILLIS, (_, millis) -> {
                    given.add(millis);
                    Thread.currentThread().interrupt();
                    throw new IOException("closed");
                }))
                .hasMessage("closed");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(given).hasSize(1);
    }
}

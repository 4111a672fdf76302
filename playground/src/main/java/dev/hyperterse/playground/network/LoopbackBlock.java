package dev.hyperterse.playground.network;

import dev.hyperterse.playground.PlaygroundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The addresses of one playground: of 127.a.b.0/23 the lower half belongs to Services, the upper half to pods. The
 * block is chosen at random and reserved by a listening socket, so that playgrounds on one machine never share
 * addresses.
 */
public final class LoopbackBlock implements AutoCloseable {
    private static final int HOLDING_PORT = 30_127;
    private static final int ATTEMPTS = 50;
    private static final int FIRST_HOST = 1;
    private static final int LAST_HOST = 250;
    private static final int HOLDING_HOST = 254;

    private final int second;
    private final int third;
    private final ServerSocket hold;
    private final Set<Integer> taken = new HashSet<>();
    private int last;

    private LoopbackBlock(int second, int third, ServerSocket hold) {
        this.second = second;
        this.third = third;
        this.hold = hold;
    }

    public static LoopbackBlock claim(RandomGenerator random) {
        IOException why = null;
        for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
            var second = random.nextInt(64, 255);
            var third = 2 * random.nextInt(0, 127);
            try {
                return new LoopbackBlock(second, third, holding(second, third + 1));
            } catch (IOException notThisOne) {
                why = notThisOne;
            }
        }
        throw new PlaygroundException(
                "no loopback addresses for pods: a pod gets one of 127.0.0.0/8 for itself, which Linux offers as it is;"
                        + " this system (" + System.getProperty("os.name") + ") refused with: " + why.getMessage(),
                why);
    }

    private static ServerSocket holding(int second, int third) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress("127." + second + "." + third + "." + HOLDING_HOST, HOLDING_PORT), 1);
            return socket;
        } catch (IOException taken) {
            socket.close();
            throw taken;
        }
    }

    /** Where the API server takes the addresses of Services from. */
    public String serviceRange() {
        return "127." + second + "." + third + ".0/24";
    }

    /** An address for one pod. A released address is not reused soon. */
    public synchronized String takePodAddress() {
        for (var tried = 0; tried < LAST_HOST; tried++) {
            last = last == LAST_HOST ? FIRST_HOST : last + 1;
            if (taken.add(last)) {
                return podAddress(last);
            }
        }
        throw new PlaygroundException("all " + LAST_HOST + " addresses for pods are taken");
    }

    public synchronized void giveBack(String podAddress) {
        taken.remove(Integer.parseInt(podAddress.substring(podAddress.lastIndexOf('.') + 1)));
    }

    private String podAddress(int host) {
        return "127." + second + "." + (third + 1) + "." + host;
    }

    @Override
    public void close() {
        try {
            hold.close();
        } catch (IOException alreadyGone) {
            // Nothing is held any more, which was the aim.
        }
    }
}

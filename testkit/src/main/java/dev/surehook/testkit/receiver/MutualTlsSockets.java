package dev.surehook.testkit.receiver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** TLS server sockets that want a certificate of each client. */
final class MutualTlsSockets extends ServerSocketFactory {
    private final ServerSocketFactory sockets;

    MutualTlsSockets(SSLContext tls) {
        this.sockets = tls.getServerSocketFactory();
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return demanding(sockets.createServerSocket());
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return demanding(sockets.createServerSocket(port));
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return demanding(sockets.createServerSocket(port, backlog));
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        return demanding(sockets.createServerSocket(port, backlog, address));
    }

    private static ServerSocket demanding(ServerSocket socket) {
        ((SSLServerSocket) socket).setNeedClientAuth(true);
        return socket;
    }
}

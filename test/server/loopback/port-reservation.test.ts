import { describe, expect, it } from 'vitest';
import { PortReservation } from '../../../src/server/loopback/port-reservation.js';
import { RawHttpClient } from '../../support/raw-http.js';

describe('a reserved port', () => {
  it('is kept from others until it is let go', async () => {
    const reserved = await PortReservation.bind(0);
    await expect(PortReservation.bind(reserved.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await reserved.release();
    const again = await PortReservation.bind(reserved.port);
    expect(again.port).toBe(reserved.port);
    await again.release();
  });

  it('is on loopback', async () => {
    const reserved = await PortReservation.bind(0);
    expect(reserved.socket.address()).toMatchObject({ address: '127.0.0.1', family: 'IPv4' });
    await reserved.release();
  });

  it('drops whoever comes', async () => {
    const reserved = await PortReservation.bind(0);
    using client = new RawHttpClient(reserved.port, 'POST /mcp HTTP/1.1\r\n\r\n');
    await client.closed();
    expect(client.received).toBe('');
    await reserved.release();
  });
});

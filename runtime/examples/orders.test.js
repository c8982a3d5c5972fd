/**
 * @jest-environment local-apps-script/jest-environment
 * @jest-environment-options {"folder": "orders"}
 */
test('an order becomes a row, and counts', async () => {
  await project.run('setUp');
  await project.run('addOrder', 'Flat white', 2);
  expect(project.rows('Orders')).toMatchObject([{ Item: 'Flat white', Quantity: 2 }]);
  expect(await project.run('countItems')).toBe(2);
});

test('what the script throws is what its caller gets', async () => {
  await expect(project.run('setUp')).rejects.toThrow('A sheet with the name "Orders" already exists');
});
